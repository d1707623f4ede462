import type { Define } from './define.ts';
import type { Output } from './output.ts';

declare module '../operations/context.ts' {
  interface Feature {
    /** Groups of commands that it adds, and what each is for. */
    command_groups?: Readonly<Record<string, string>>;
    /** Its commands by their first word. */
    commands?: Readonly<Record<string, () => Promise<(define: Define) => void>>>;
    /** Writes something else than the documents: `readymark export --FLAG FOLDER`. */
    export_option?: {
      flag: string;
      does: string;
      /** @returns the exit code */
      run(ctx: Context, output: Output, to: { folder: string; signal: AbortSignal }): Promise<number>;
    };
    /** `readymark verify FOLDER`, where the folder is of its kind. @returns the exit code; undefined for another folder */
    verify_folder?(output: Output, folder: string, keys: readonly string[]): Promise<number | undefined>;
  }
}
