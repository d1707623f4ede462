import { NOTICE_KEPT_DAYS } from '../../domain/notice.ts';
import { auditFigures } from '../../operations/auditing/figures.ts';
import type { Context } from '../../operations/context.ts';
import { deskFigures } from '../../operations/desk/operators/figures.ts';
import { outboxFigures } from '../../operations/outbox/figures.ts';
import { countEnding } from '../../store/blobs/end-blobs.ts';
import { rowsToMove } from '../../store/blobs/move-to-blobs.ts';

/** What is read when somebody asks for the metrics. */
export type GaugeRow = {
  name: string;
  help: string;
  /** What distinguishes its numbers, where it has several. */
  label?: string;
  /** One number, or one for each value of the label; undefined where it cannot be read, which leaves it as it was. */
  read(): Value | Promise<Value>;
};

type Value = number | Record<string, number> | undefined;

export const gauges = (ctx: Context): GaugeRow[] => [
  ...snapshotGauges(ctx),
  ...outboxGauges(ctx),
  ...auditGauges(ctx),
  ...deskGauges(ctx),
  ...blobGauges(ctx),
];

const blobGauges = ({ store, blobs, now }: Context): GaugeRow[] =>
  blobs
    ? [
        {
          name: 'readymark_blobs_to_remove',
          help: 'Blobs whose bytes are to be removed, because nothing names them any more.',
          read: () => countEnding(store.db, now().toISOString()),
        },
        {
          name: 'readymark_blobs_to_move',
          help: 'Rows whose bytes are still in the database, and move to BLOB_URL.',
          read: () => rowsToMove(store),
        },
      ]
    : [];

const snapshotGauges = ({ catalogue, now }: Context): GaugeRow[] => [
  {
    name: 'readymark_snapshot_version',
    help: 'Newest publication in the served snapshot.',
    read: () => catalogue.current().version,
  },
  {
    name: 'readymark_snapshot_companies',
    help: 'Companies in the served snapshot.',
    read: () => catalogue.current().count,
  },
  {
    name: 'readymark_snapshot_stale_seconds',
    help: 'Seconds since building a newer snapshot began to fail; 0 when the last build succeeded.',
    read() {
      const since = catalogue.failure()?.since;
      return since ? (now().getTime() - since.getTime()) / 1000 : 0;
    },
  },
  {
    name: 'readymark_snapshot_bytes',
    help: 'Size of the snapshot: the index in all encodings, records in memory and in the spill file, built documents.',
    label: 'part',
    read() {
      const { index_bytes, records_bytes, spill_bytes, documents_bytes } = catalogue.figures();
      return { index: index_bytes, records: records_bytes, overflow: spill_bytes, documents: documents_bytes };
    },
  },
  {
    name: 'readymark_snapshot_builds',
    help: 'Snapshots built since the start.',
    read: () => catalogue.figures().builds,
  },
  {
    name: 'readymark_snapshot_failed_builds',
    help: 'Snapshot builds that failed since the start.',
    read: () => catalogue.figures().failed_builds,
  },
];

const outboxGauges = (ctx: Context): GaugeRow[] => [
  {
    name: 'readymark_notices_failed',
    help: 'Letters that failed permanently: `readymark notices list --status failed`.',
    read: async () => (await outboxFigures(ctx))?.failed,
  },
  {
    name: 'readymark_notices_overdue_seconds',
    help: 'How long the oldest waiting letter has been due; a few seconds while letters are being sent.',
    read: async () => (await outboxFigures(ctx))?.overdue_seconds,
  },
];

const auditGauges = (ctx: Context): GaugeRow[] => [
  {
    name: 'readymark_audit_jobs',
    help: 'Audits of the auditing agent by status: `readymark audits list`.',
    label: 'status',
    read: async () => (await auditFigures(ctx))?.counts,
  },
  {
    name: 'readymark_audit_jobs_waiting_seconds',
    help: 'How long the oldest queued audit has waited; it grows while no node makes audits (AUDITS_AT_ONCE).',
    read: async () => (await auditFigures(ctx))?.waiting_seconds,
  },
];

function deskGauges(ctx: Context): GaugeRow[] {
  const figures = deskFigures(ctx);
  return [
    {
      name: 'readymark_requests',
      help: 'Audit requests by status: `readymark requests list`.',
      label: 'status',
      read: async () => (await figures())?.requests,
    },
    {
      name: 'readymark_requests_waiting',
      help: 'Audit requests that wait, whatever their status.',
      read: async () => (await figures())?.waiting,
    },
    {
      name: 'readymark_requests_oldest_seconds',
      help: 'How long the oldest waiting request has waited; 0 when none does.',
      read: async () => (await figures())?.oldest_seconds,
    },
    {
      name: 'readymark_notices',
      help: `Letters that wait or ended in the last ${NOTICE_KEPT_DAYS} days, by status: \`readymark notices list\`.`,
      label: 'status',
      read: async () => (await figures())?.notices,
    },
    {
      name: 'readymark_operator_mail_overdue_seconds',
      help: 'How long the mail to OPERATOR_EMAIL waits to be sent; 0 when it was sent, or there is none.',
      read: async () => (await figures())?.mail_overdue_seconds,
    },
  ];
}
