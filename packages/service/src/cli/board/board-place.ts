import { Refusal } from '@readymark/rubric/refusal';
import type { BoardPlace } from '../../store/blobs/open-board-place.ts';
import type { Cli } from '../define.ts';

/** The place of a board that an argument names. @throws Refusal */
export async function boardPlaceAt(cli: Cli, address: string): Promise<BoardPlace> {
  const place = await cli.openBoard(cli.settings(), address);
  if (place) return place;
  throw new Refusal(
    'Name a bucket: s3://BUCKET/PREFIX?endpoint=https://STORE&region=REGION, as in BLOB_URL; its keys are AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
  );
}
