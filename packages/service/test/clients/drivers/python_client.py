"""
A client for Python behind a pipe: each line of standard input is a call of one connection, each line of standard output its reply.
The first argument names the client. drivers/python.ts drives it through the steps.
"""

import asyncio
import json
import sys

address = sys.argv[2]


def official(mode, headers):
    from mcp import Client
    from mcp.client.streamable_http import streamable_http_client
    from mcp.shared._httpx_utils import create_mcp_http_client

    return Client(streamable_http_client(address, http_client=create_mcp_http_client(headers=headers)), mode=mode)


def fastmcp(headers):
    from fastmcp import Client
    from fastmcp.client.transports import StreamableHttpTransport

    return Client(StreamableHttpTransport(address, headers=headers))


def connection(headers):
    name, _, mode = sys.argv[1].partition(":")
    return official(mode, headers) if name == "official" else fastmcp(headers)


def reply(value):
    print(json.dumps(value), flush=True)


async def main():
    lines = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    async with connection(json.loads(sys.argv[3])) as client:
        reply({"connected": True})
        while line := await lines.readline():
            call = json.loads(line)
            try:
                if call.get("name") is None:
                    tools = await client.list_tools()
                    reply({"tools": [tool.name for tool in getattr(tools, "tools", tools)]})
                else:
                    result = await client.call_tool(call["name"], call["arguments"])
                    failed = getattr(result, "is_error", False)
                    content = [{"text": block.text} for block in result.content]
                    reply({"content": content, "structuredContent": result.structured_content, "isError": failed})
            except Exception as error:  # What a client throws reaches the model as an error, as its host would hand it on.
                reply({"content": [{"text": str(error)}], "isError": True})


asyncio.run(main())
