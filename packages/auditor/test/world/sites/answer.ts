/** A request to a fixture site. `path` has no query. */
export type Asked = { host: string; path: string; accept: string; user_agent: string };
export type Answer = { status: number; headers: Record<string, string>; body: string | Buffer };
