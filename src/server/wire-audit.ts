import type { AuditSink, LossReport } from '#audit';
import type { House } from '#http';
import type { World } from '#meta';
import type { HouseParts } from './house-builder.ts';
import type { Options } from './options.ts';
import { StartError } from './start-error.ts';

const MEGABYTE = 1024 * 1024;
const DAY_MS = 86_400_000;

interface WiredAudit extends AsyncDisposable {
  readonly begin: NonNullable<House['audit']>;
}

/** Undefined where nobody wants to know: then it costs nothing, and its room is not loaded. */
export async function wireAudit(
  options: Options,
  { world, metrics }: Pick<HouseParts, 'world' | 'metrics'>,
): Promise<WiredAudit | undefined> {
  const { auditPolicyFile: file, auditLogPath, auditLogFormat: format, auditLogMode } = options;
  if (file === '' && auditLogPath === '') return undefined;
  if (file === '') {
    world.log.warn('no --audit-policy-file is given: nothing is written to the audit log', { path: auditLogPath });
    return undefined;
  }
  const { AuditLog, AuditPolicyError, PolicyRuleEvaluator, readAuditPolicy, sourceIPs } = await import('#audit');
  const evaluator = new PolicyRuleEvaluator(
    starting(AuditPolicyError, () => readAuditPolicy(file, (text) => world.log.warn(text, { file }))),
  );
  if (auditLogPath === '') return undefined;
  const maxEventBytes = options.auditLogTruncateEnabled ? options.auditLogTruncateMaxEventSize : undefined;
  const sink = await openSink(options, world);
  const { clock } = world;
  const log = new AuditLog({
    evaluator,
    sink,
    clock,
    format,
    maxEventBytes,
    strict: auditLogMode === 'blocking-strict',
    observe: (what) => metrics.audit(what),
  });
  return {
    begin: ({ path, query, headers, socket }, info, { id, wanted }) =>
      log.begin({
        auditID: id,
        requestURI: query === '' ? path : `${path}?${query}`,
        userAgent: headers['user-agent'] ?? '',
        sourceIPs: sourceIPs({
          forwardedFor: text(headers['x-forwarded-for']),
          realIp: text(headers['x-real-ip']),
          remote: socket.remoteAddress,
        }),
        attributes: wanted,
        apiVersion: info.isResource ? info.version : '',
      }),
    [Symbol.asyncDispose]: () => log[Symbol.asyncDispose](),
  };
}

const text = (header: string | readonly string[] | undefined): string | undefined =>
  typeof header === 'string' ? header : header?.[0];

function starting<T>(kind: new (message: string) => Error, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof kind)) throw error;
    throw new StartError(`--audit-policy-file: ${error.message}`, { cause: error });
  }
}

async function openSink(options: Options, world: World): Promise<AuditSink> {
  const { BufferedSink, LossReport } = await import('#audit');
  const losses = new LossReport(
    () => world.clock.elapsed(),
    (lost, error) => world.log.error('unable to record audit events', { lost, error }),
  );
  const sink = options.auditLogPath === '-' ? standardOutput(losses) : await openFile(options, { world, losses });
  if (options.auditLogMode !== 'batch') return sink;
  return new BufferedSink(sink, { size: options.auditLogBatchBufferSize, losses });
}

async function openFile(
  options: Options,
  { world, losses }: { readonly world: World; readonly losses: LossReport },
): Promise<AuditSink> {
  const { LogFile } = await import('#audit');
  const { auditLogPath: path, auditLogMaxsize, auditLogMaxage, auditLogMaxbackup, auditLogCompress } = options;
  const settings = {
    path,
    maxBytes: auditLogMaxsize * MEGABYTE,
    maxBackups: auditLogMaxbackup,
    maxAgeMs: auditLogMaxage * DAY_MS,
    compress: auditLogCompress,
  };
  const warn = (message: string, error: unknown): void => world.log.warn(message, { error });
  try {
    return await LogFile.open(settings, { now: () => world.clock.now(), losses, warn });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new StartError(`--audit-log-path: the file cannot be opened: ${why}`, { cause: error });
  }
}

function standardOutput(losses: LossReport): AuditSink {
  return {
    write: (line) =>
      new Promise((resolve) => {
        process.stdout.write(line, (error) => {
          if (error) losses.lose(1, error);
          resolve(!error);
        });
      }),
    async [Symbol.asyncDispose]() {},
  };
}
