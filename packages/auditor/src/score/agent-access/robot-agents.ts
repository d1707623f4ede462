/** Agents that fetch a page to answer a person now. Those that only train models are another matter, and not counted. */
export const ANSWERING = (
  'OAI-SearchBot ChatGPT-User Claude-User Claude-SearchBot PerplexityBot Perplexity-User DuckAssistBot ' +
  'MistralAI-User'
).split(' ');
/** Any AI agent: a group of its own in robots.txt is a policy. */
export const AI_AGENT =
  /gptbot|oai-searchbot|chatgpt|claude|anthropic|perplexity|duckassist|mistral|google-extended|applebot-extended|ccbot|bytespider|meta-external|cohere|amazonbot|youbot|diffbot|timpibot|ai2bot/;
/** The line that opens such a group. */
export const AI_GROUP = /^\s{0,9}user-agent\s{0,9}:.{0,40}(?:gpt|claude|anthropic|perplexity|google-extended|ccbot)/i;

/** Terms that forbid robots, or notes that their calls are refused. */
export function saysRefused(sentence: string): boolean {
  const who =
    /\b(?:user[- ]agents?|crawl(?:ers?|ing)?|bots?|robots?(?!\.txt)|scrap(?:ers?|ing)|spiders?|automated (?:means|access|data|tools|systems|queries|requests))\b/i;
  const how =
    /\b(?:403|(?<!\b(?:to|may|can) )forbid(?:s|den)?|prohibit(?:s|ed)?|not (?:permitted|allowed)|may not|must not|shall not|agree not to|you will not|without (?:our )?(?:prior )?(?:written |express )|challenged|blocked|refused)\b/i;
  // What customers do behind their login keeps nobody off the site.
  const within = /\b(?:of|from|in) (?:the|our) (?:web )?(?:app|application|dashboard)\b/i;
  const accounts = /\b(?:create|register|open|sign up)\b.{0,40}\b(?:accounts?|organi[sz]ations?|workspaces?)\b/i;
  const others = /^(?:some|many|most|a few|other)\b/i;
  return (
    who.test(sentence) && how.test(sentence) && ![within, accounts, others].some((pattern) => pattern.test(sentence))
  );
}
