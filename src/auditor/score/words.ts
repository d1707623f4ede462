import type { EvidenceSource } from '../../domain/auditing/evidence.ts';
import type { Page, PageRole, ReadItem, Site } from '../read/site.ts';
import { sourceOf } from './fact.ts';

/** An amount of money. */
export const MONEY =
  /(?:[$€£¥₹]|\b(?:US|A|C|R)\$|\bR)\s?\d[\d.,]*|\b\d[\d.,]*\s?(?:USD|EUR|GBP|JPY|CHF|AUD|CAD|ZAR|INR|dollars?|euros?|pounds?)\b|\b(?:USD|EUR|GBP|JPY|CHF|AUD|CAD|ZAR|INR)\s?\d/i;

/** What a price is for: a time, or a unit. */
export const PERIOD =
  /(?:\bper|\/|\ba|\ban|\beach|\bevery)\s?(?:calendar |billing |additional |extra )?(?:month|mo|year|yr|annum|week|day|hour|hr|minute|min|night|user|seat|member|person|adult|child|people|request|call|1k|1,000|1000|million|GB|TB|unit|project|credit|site|item|order|transaction|event)s?\b|\b(?:monthly|yearly|annually|annual|weekly|daily|hourly|one-time|once)\b/i;

/** A number with a unit. */
export const QTY =
  /\b\d[\d.,]*\s?[km]?\+?\s?(?:(?:API|concurrent|parallel|active|team|free|monthly|daily|tracked|custom|build|compute|web|max(?:imum)?|different|new) )?(?:requests?|calls?|reqs?|users?|seats?|members?|guests?|people|persons?|adults?|projects?|sites?|domains?|GB|MB|KB|TB|GiB|MiB|minutes?|mins?|hours?|hrs?|seconds?|secs?|days?|weeks?|months?|years?|nights?|credits?|events?|tokens?|items?|orders?|reviews?|messages?|emails?|invites?|invitations?|keys?|workspaces?|CPUs?|vCPUs?|cores?|jobs?|tasks?|builds?|machines?|rows?|records?|pages?|locations?|integrations?|ms|km|kg|kW|units?)\b|\b\d[\d.,]*\s?%/i;

/** A day: 2026-11-20, 20 November 2026, November 20, 2026. */
export const DATE =
  /\b(?:19|20)\d\d-[01]\d-[0-3]\d\b|\b[0-3]?\d(?:st|nd|rd|th)? (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6},? (?:19|20)\d\d\b|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6} [0-3]?\d(?:st|nd|rd|th)?,? (?:19|20)\d\d\b/i;

/** A sentence that was found, with its page. */
export type Said = { sentence: string; page: Page };

/** Pages of roles, in the order of the roles and then of the collection; all pages where none are named. Shells say nothing. */
export function pagesOf(site: Site, roles: readonly PageRole[] = []): Page[] {
  const readable = site.pages.filter(({ shell }) => !shell);
  return roles.length === 0 ? readable : roles.flatMap((role) => readable.filter((page) => page.role === role));
}

/** The sentences in which every pattern matches, each text once. Patterns must not be global. */
export function sentencesWith(pages: readonly Page[], ...patterns: readonly RegExp[]): Said[] {
  const found = new Map<string, Said>();
  for (const page of pages)
    for (const sentence of page.sentences)
      if (patterns.every((pattern) => pattern.test(sentence)) && !found.has(sentence))
        found.set(sentence, { sentence, page });
  return [...found.values()];
}

/** The sources of sentences. */
export const saidAt = (said: readonly Said[], most = 3): EvidenceSource[] =>
  said.slice(0, most).map(({ sentence, page }) => sourceOf(page.item, sentence));

/** Word lists are English: on pages in another language they find nothing, which says nothing. */
export const isEnglish = (page: Page): boolean => page.lang === undefined || page.lang === 'en';

/** Where a pattern first matches in a text, with some words around it, word for word. */
export function around(text: string, pattern: RegExp, width = 160): string {
  const match = pattern.exec(text);
  if (!match) return '';
  const start = Math.max(0, match.index - Math.floor(width / 4));
  const from = start === 0 ? 0 : text.indexOf(' ', start) + 1;
  const end = Math.min(text.length, Math.max(from + width, match.index + match[0].length));
  const to = end === text.length ? end : Math.max(text.lastIndexOf(' ', end), match.index + match[0].length);
  return text.slice(from, to).replaceAll('\n', ' ');
}

/** Computes a value once per site; facts with different arguments share it. */
export function perSite<T>(compute: (site: Site) => T): (site: Site) => T {
  const known = new WeakMap<Site, { value: T }>();
  return (site) => {
    const before = known.get(site);
    if (before) return before.value;
    const value = compute(site);
    known.set(site, { value });
    return value;
  };
}

/** Items of any of these roles that were answered by something to be believed. */
export const answeredItems = (site: Site, roles: readonly string[]): ReadItem[] =>
  site.items.filter(({ role, text, soft_404 }) => roles.includes(role) && text !== undefined && !soft_404);
