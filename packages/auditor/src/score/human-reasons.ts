/** Why a person must look at a proposed score (decision 91), in the order in which they are shown. */
export const humanReasons = [
  /** Something that decides was not seen: robots, a challenge, a page without text, a budget. */
  'unobserved',
  /** It rests on words, not on structure. */
  'lexical',
  /** The ladder leaves its upper rungs to a person. */
  'capped',
  /** Readers gave a point more or less where rungs were like these (decision 219). */
  'expected',
  /** Sources contradict each other. */
  'conflict',
  /** A page tries to tell the auditor what to score. */
  'injection',
  /** A share was taken of fewer than three things. */
  'low_sample',
  /** A language model was asked: it worded evidence or proposed the score, or nothing that it said could be used. */
  'assistant',
] as const;
