/**
 * Names of companies as people and agents write them: what is compared when a text should find a company (decision 71)
 * and when an audit should answer a request (decision 19).
 */

/** Letters that Unicode does not decompose, as people write them on keyboards without them. */
const letters: Readonly<Record<string, string>> = {
  ...{ ø: 'o', ł: 'l', đ: 'd', ð: 'd', ħ: 'h', ŧ: 't', ı: 'i', ĸ: 'k', ŋ: 'ng', ɓ: 'b', ɗ: 'd', ə: 'e' },
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ς: 'σ' },
  ...{ '‘': "'", '’': "'", ʼ: "'", '“': '"', '”': '"', '„': '"', '«': '"', '»': '"', '‐': '-', '–': '-', '—': '-' },
};
/** Text as it is compared: without case, accents, width variants and invisible marks. `Smørrebrød Café` becomes `smorrebrod cafe`. */
export function fold(text: string): string {
  if (/^[\0-\x7f]*$/.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
    .replace(/[^\0-\x7f]/g, (letter) => letters[letter] ?? letter);
}

/** Legal forms as folded words without punctuation; those of several words are in one text. */
const legal = new Set(
  [
    ...[
      'inc',
      'incorporated',
      'ltd',
      'limited',
      'llc',
      'llp',
      'lp',
      'plc',
      'pllc',
      'corp',
      'corporation',
      'co',
      'company',
    ],
    ...['pbc', 'cic', 'gmbh', 'ggmbh', 'mbh', 'ag', 'kg', 'kgaa', 'ohg', 'gbr', 'ug', 'ev', 'eg', 'se', 'sce'],
    ...[
      'sa',
      'sas',
      'sasu',
      'sarl',
      'eurl',
      'snc',
      'scop',
      'sl',
      'slu',
      'sau',
      'srl',
      'srls',
      'spa',
      'sapa',
      'lda',
      'ltda',
    ],
    ...[
      'eireli',
      'bv',
      'bvba',
      'nv',
      'vof',
      'cv',
      'oy',
      'oyj',
      'ab',
      'as',
      'asa',
      'aps',
      'hf',
      'ehf',
      'sro',
      'kft',
      'zrt',
      'nyrt',
    ],
    ...['ou', 'sia', 'uab', 'doo', 'dd', 'ad', 'ood', 'eood', 'pt', 'tbk', 'pty', 'pte', 'pvt', 'kk', 'gk'],
    ...['sp z oo', 'sp k', 'sa de cv', 'sab de cv', 'sapi de cv', 's de rl de cv', 'sdn bhd'],
    ...['ооо', 'оао', 'зао', 'пао', 'ао', 'тов'],
  ].map(fold),
);
const LEGAL_WORDS_MAX = 5;

/** Legal forms that are written without a space beside the name, longest first. */
const attached = [
  ...[
    '股份有限公司',
    '有限责任公司',
    '有限責任公司',
    '有限公司',
    '一般社団法人',
    '株式会社',
    '有限会社',
    '合同会社',
    '合資会社',
    '合名会社',
  ],
  ...['주식회사', '유한회사', '(株)', '(有)', '(주)'],
].map(fold);

/**
 * Words of a folded name without legal forms (`ltd`, `gmbh`, `s.a.`, `sp. z o.o.`, `株式会社`); the same words when there
 * is nothing else.
 */
export function withoutLegalForms(words: readonly string[]): readonly string[] {
  const bare = words.map(lettersOf);
  const core: string[] = [];
  for (let at = 0; at < words.length; ) {
    const length = legalFormAt(bare, at);
    const rest = length > 0 ? '' : withoutAttached(words[at] ?? '');
    if (lettersOf(rest) !== '') core.push(rest);
    at += length || 1;
  }
  return core.length ? core : words;
}

/** The letters and digits of a folded text. */
const lettersOf = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '');

/** Of how many words the longest legal form consists that begins at a place; 0 when none does. */
function legalFormAt(bare: readonly string[], at: number): number {
  for (let length = Math.min(LEGAL_WORDS_MAX, bare.length - at); length > 0; length--)
    if (legal.has(bare.slice(at, at + length).join(' '))) return length;
  return 0;
}

function withoutAttached(word: string): string {
  if (/^[\0-\x7f]*$/.test(word)) return word;
  return attached.reduce((rest, form) => rest.replaceAll(form, ''), word);
}

/** The letters and digits by which a company's name is compared; '' when it has none. */
export function coreName(company: string): string {
  return lettersOf(withoutLegalForms(fold(company).split(/\s+/)).join(''));
}
