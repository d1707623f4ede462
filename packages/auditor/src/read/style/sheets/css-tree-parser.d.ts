/** The parser of css-tree alone: its validation of values loads all syntax definitions of CSS, which nothing here reads. */
declare module 'css-tree/parser' {
  // biome-ignore lint/style/noDefaultExport: the package exports it so.
  export { parse as default } from 'css-tree';
}
declare module 'css-tree/utils' {
  export { ident } from 'css-tree';
}
