/** Whether a host is one of the domains that are never audited, or below one (`AUDIT_OPT_OUT`). */
export function isOptedOut(host: string, domains: readonly string[]): boolean {
  const name = host.toLowerCase().replace(/\.$/, '');
  return domains.some((domain) => name === domain || name.endsWith(`.${domain}`));
}
