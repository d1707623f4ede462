/** The commit of the figures below, the last one before agents could ask for less. */
export const measured_at = '32f3e52';

type Before = {
  /** Tokens by the name of a figure. */
  figures: Readonly<Record<string, number>>;
  /** Calls, tokens read and tokens written by number and way of a task. */
  costs: Readonly<Record<string, readonly [calls: number, read: number, written: number]>>;
};

/** What this bench measured at that commit; what had no right answer then is not here. */
export const before: Before = {
  figures: {
    '/llms.txt': 545,
    '/auth.md': 1391,
    '/openapi.json': 12619,
    '/docs.md': 4296,
    '/.well-known/agent-skills/readymark/SKILL.md': 641,
    '/rubric.md': 2197,
    '/index.md': 1341,
    '/': 9612,
    '/ as HTML': 9612,
    '/ as HTML with 312 companies': 65467,
    instructions: 245,
    'tools/list whole': 8377,
    '… outputSchemas alone': 6059,
    '… names, descriptions and inputs': 1997,
    '… list_audits': 796,
    '… get_audit': 1138,
    '… watch_stats': 259,
    '… register_agent': 552,
    '… request_audit': 1205,
    '… check_audit_request': 991,
    '… my_audit_history': 1763,
    '… watch_company': 563,
    '… my_digest': 1108,
    'list_audits, 12 companies, text': 884,
    'list_audits, 12 companies, wire': 1833,
    'list_audits, 312 companies, text': 22634,
    'list_audits, 312 companies, wire': 46233,
    'list_audits, limit 20': 1460,
    'get_audit, text': 2249,
    'get_audit, wire': 4573,
    'average record': 1905,
    '401 body': 107,
    'tool error without a key': 107,
  },
  costs: {
    '1 REST: llms.txt, 401, remedy': [4, 893, 100],
    '1 REST: llms.txt, auth.md': [4, 2187, 86],
    '1 REST: openapi.json': [3, 12866, 80],
    '1 REST: front page, llms.txt, auth.md': [5, 11799, 84],
    '1 MCP': [2, 248, 65],
    '2 REST: record': [1, 1862, 11],
    '2 REST: Markdown of P3': [1, 1776, 13],
    '2 MCP: list_audits, get_audit': [2, 1950, 21],
    '2 MCP: list_audits, get_audit with pillar': [2, 1950, 31],
    '3 REST: three records': [3, 5817, 33],
    '3 REST: compare.md': [1, 759, 25],
    '3 MCP: get_audit three times': [3, 5817, 32],
    '4 REST: digest, and the history of each company that moved': [5, 6538, 93],
  },
};
