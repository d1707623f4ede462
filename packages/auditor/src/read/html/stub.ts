import type { HtmlReading } from './reading.ts';

/** Characters of a page that says no more than where it leads, and of one that is being prepared or not there. */
const STUB_TEXT = 200;

/** Whether a page holds nothing of its own: little text, no form and no data. */
export const isStub = ({ text, forms, data }: HtmlReading): boolean =>
  forms.length === 0 && data.length === 0 && text.blocks.reduce((sum, block) => sum + block.text.length, 0) < STUB_TEXT;
