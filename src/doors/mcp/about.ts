/**
 * What the tool server says of itself, wherever it is described: initialize, server/discover, and the cards that
 * scanners read.
 */
export const about = (base_url: string) => ({
  name: 'readymark',
  title: 'Readymark',
  version: '1.0.0',
  description:
    'How ready companies’ offers are for use by AI agents: published audit scores, and requests for new ones.',
  websiteUrl: base_url,
});

/** Instructions for a model: what this is, and which tool to call first. */
export const instructions = `Readymark publishes audits that score, from 0 to 100, how ready a company's offer is for use by AI agents.
To read scores, call list_audits first (no key needed; query finds a company), then get_audit with a slug from it: it holds evidence, gaps and the actions that bring most points.
A score is stale once today is past its reaudit_due; then, or when a company is missing, ask for an audit with request_audit. Audits are free and take 2 to 5 business days.
request_audit, check_audit_request, my_audit_history, watch_company and my_digest need a key. Call register_agent once, keep the api_key it shows (it is shown only then), and pass it as api_key or as an Authorization: Bearer header. On the error invalid_token register again.
In a new session call my_audit_history to recall your requests and watches, and my_digest for what moved. When a call is refused, the text is one JSON object: error is its code, message says what is wrong, remedy what to do next.
Scores are licensed CC BY-NC 4.0.`;
