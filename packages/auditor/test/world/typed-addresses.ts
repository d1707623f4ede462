/** Addresses as people type and paste them, and what is visited. */
export const typedAddresses: Readonly<Record<string, string>> = {
  'example.com': 'https://example.com/',
  'example.com:443': 'https://example.com/',
  'example.com:80': 'http://example.com/',
  'example.com:443/pricing': 'https://example.com/pricing',
  'http://example.com:443': 'https://example.com/',
  'https://example.com:80/': 'http://example.com/',
  'example.com:': 'https://example.com/',
  'EXAMPLE.com.': 'https://example.com/',
  'HTTPS://EXAMPLE.COM': 'https://example.com/',
  '  example.com/pricing?x#y ': 'https://example.com/pricing?x',
  '//example.com': 'https://example.com/',
  'example.com/@jane?mail=jane@example.com': 'https://example.com/@jane?mail=jane@example.com',
  'bücher.de': 'https://xn--bcher-kva.de/',
  'BÜCHER.de': 'https://xn--bcher-kva.de/',
  // Full-width letters, colon, slashes and full stops, as an input method of East Asia writes them.
  'ｅｘａｍｐｌｅ．ｃｏｍ': 'https://example.com/',
  'ｈｔｔｐｓ：／／example．com：４４３': 'https://example.com/',
  'example。com': 'https://example.com/',
  // What was copied along.
  '\ufeffexample.com\u200b': 'https://example.com/',
  '\u200eexample.com\n': 'https://example.com/',
};

/** Addresses that are refused, and the next step that is said. */
export const refusedAddresses: Readonly<Record<string, RegExp>> = {
  'example.com:8443': /without a port, or with 80 or 443/,
  'https://example.com:8443/': /without a port, or with 80 or 443/,
  'localhost:8080': /without a port, or with 80 or 443/,
  'http://user:pw@example.com': /without a user name and password: leave out everything before the @/,
  'user:pw@example.com': /without a user name and password/,
  'https://example.com@other.com/': /without a user name and password/,
  'jane@example.com': /no mail address: type what follows its @/,
  'mailto:jane@example.com': /no mail address: type what follows its @/,
  'ｊａｎｅ＠example.com': /no mail address/,
  'ftp://example.com': /begin with https:\/\/ or http:\/\//,
  'javascript:alert(1)': /begin with https:\/\/ or http:\/\//,
  // Bidirectional, of no width, and of no glyph.
  'exam\u202eple.com': /type it anew/,
  'exa\u200bmple.com': /type it anew/,
  'exa\u00admple.com': /type it anew/,
  'exa\u2060mple.com': /type it anew/,
  'bücher.example': /such as https:\/\/example\.com \(this is a name without a public suffix\)/,
  localhost: /a name without a public suffix/,
  'printer.local': /a name under \.local/,
  '127.0.0.1': /an address in numbers/,
  '１２７．０．０．１': /an address in numbers/,
  'exa mple.com': /no web address/,
};
