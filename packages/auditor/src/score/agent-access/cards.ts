import { endpointsOf } from '../../read/machine/endpoints.ts';
import { isOthers } from '../../read/machine/others.ts';
import type { MachineDocument, Site } from '../../read/site.ts';

/** A card or index that says that it holds nothing, at its top or in what it describes. */
export function holdsNothing({ empty, value }: MachineDocument): boolean {
  if (empty) return true;
  if (value === null || typeof value !== 'object') return false;
  return Object.values(value).some(
    (inner) =>
      inner !== null &&
      typeof inner === 'object' &&
      !Array.isArray(inner) &&
      'available' in inner &&
      inner.available === false,
  );
}

export const toolsOf = ({ value }: MachineDocument): Readonly<Record<string, unknown>>[] => {
  const tools =
    (value as { tools?: unknown } | null)?.tools ?? (value as { result?: { tools?: unknown } } | null)?.result?.tools;
  return Array.isArray(tools) ? tools.filter((tool) => tool !== null && typeof tool === 'object') : [];
};

/** Cards of MCP servers that name an address of the company's: one without any says that there is no server. */
export const cardsOf = (site: Site): MachineDocument[] =>
  site.machine.filter(
    (document) =>
      document.kind === 'mcp_card' && !document.empty && endpointsOf(document).length > 0 && !ofOthers(site, document),
  );

/** Whether a card of an MCP server names servers of others alone. */
export const ofOthers = (site: Site, document: MachineDocument): boolean => {
  const urls = endpointsOf(document);
  return urls.length > 0 && urls.every((url) => isOthers(site, url, document.item));
};

/** Whether an answer is that of an MCP server: a session, tools, or a demand for credentials with metadata. */
export function speaksMcp({ value }: MachineDocument): boolean {
  if (value === null || typeof value !== 'object') return false;
  const { result } = value as { result?: unknown };
  const said = (result !== null && typeof result === 'object' ? result : value) as Record<string, unknown>;
  return (
    ['protocol', 'protocolVersion', 'serverInfo', 'tools'].some((name) => said[name] !== undefined) ||
    said.guarded === true
  );
}
