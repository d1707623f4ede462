/** Descriptors that are left to the database, logs, mail and files. */
const RESERVE = 96;

/** Open files that this process may have; undefined where the system sets no limit or does not say. */
export function descriptorLimit(): number | undefined {
  const report = process.report as NodeJS.ProcessReport & { excludeNetwork: boolean };
  // Otherwise it looks up the names of all peers.
  report.excludeNetwork = true;
  const { userLimits } = report.getReport() as { userLimits?: { open_files?: { soft?: number | string } } };
  const soft = userLimits?.open_files?.soft;
  return typeof soft === 'number' ? soft : undefined;
}

/**
 * Connections that a node may have: the configured number, or fewer when the limit of descriptors is lower (decision 74).
 *
 * @param configured `MAX_CONNECTIONS`; 0 for no configured limit
 * @param descriptors open files that the process may have
 */
export function connectionLimit(configured: number, descriptors: number | undefined): number {
  const wanted = configured === 0 ? Number.POSITIVE_INFINITY : configured;
  if (descriptors === undefined) return wanted;
  return Math.min(wanted, Math.max(descriptors - RESERVE, Math.ceil(descriptors / 2)));
}
