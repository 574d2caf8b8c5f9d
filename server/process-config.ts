/** What `WEB_CONCURRENCY` needs: several processes are several instances. */

const shared = ['DATABASE_URL', 'VALKEY_URL', 'AUTH_SECRET'] as const;

interface Given extends Partial<Record<(typeof shared)[number] | 'METRICS_TOKEN', string | undefined>> {
  WEB_CONCURRENCY: number;
  METRICS_PORT?: number | undefined;
}

/** @returns one sentence for each broken rule. */
export function processContradictions(env: Given): string[] {
  if (env.WEB_CONCURRENCY === 1) return [];
  const missing = shared.filter((name) => !env[name]);
  return [
    ...(missing.length > 0
      ? [`WEB_CONCURRENCY needs ${missing.join(', ')}: several processes are several instances.`]
      : []),
    ...(env.METRICS_TOKEN && env.METRICS_PORT === undefined
      ? [
          'METRICS_PORT must be set when WEB_CONCURRENCY and METRICS_TOKEN are: at PORT any of the processes would answer.',
        ]
      : []),
  ];
}
