/** `OTEL_EXPORTER_OTLP_ENDPOINT`: traces by OpenTelemetry, whose packages are loaded only then (docs/decisions/0044-ids-and-traces.md). */
import type { Span } from '@opentelemetry/api';
import { type SpanRecorder, recordSpans } from '../../base/tracing.ts';
import type { Config } from '../config.ts';

/** The end of the process waits for the last export, so this is shorter than any platform's grace period. */
const exportTimeoutMs = 5000;
const batchDelayMs = 2000;

/** Starts to record spans. @returns a function that sends the last ones and ends recording. */
export async function openTracing({ tracesUrl }: Config, build: string): Promise<() => Promise<void>> {
  if (tracesUrl === '') return async () => undefined;
  const [
    api,
    sdk,
    { AsyncLocalStorageContextManager },
    { W3CTraceContextPropagator },
    resources,
    { OTLPTraceExporter },
  ] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/context-async-hooks'),
    import('@opentelemetry/core'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/exporter-trace-otlp-http'),
  ]);
  const { ROOT_CONTEXT, SpanStatusCode, context, defaultTextMapGetter, trace } = api;
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const propagator = new W3CTraceContextPropagator();
  const provider = new sdk.TracerProvider({
    resource: resources.resourceFromAttributes({
      'service.name': process.env['OTEL_SERVICE_NAME'] ?? 'brokerfront',
      'service.version': build,
    }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.AlwaysOnSampler() }),
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url: `${tracesUrl}/v1/traces`, timeoutMillis: exportTimeoutMs }),
        exportTimeoutMillis: exportTimeoutMs,
        scheduledDelayMillis: batchDelayMs,
      }),
    ],
  });
  // Not registered globally: libraries with their own spans could send personal data.
  const tracer = provider.getTracer('brokerfront');

  function fail(span: Span, error: unknown): void {
    // The message may quote what somebody typed.
    span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'Error' });
    span.end();
  }
  const recorder: SpanRecorder = {
    span(name, attributes, action, incoming) {
      const parent = incoming ? propagator.extract(ROOT_CONTEXT, incoming, defaultTextMapGetter) : context.active();
      const span = tracer.startSpan(name, { attributes }, parent);
      try {
        const result = context.with(trace.setSpan(parent, span), () =>
          action((added) => void span.setAttributes(added)),
        );
        if (result instanceof Promise)
          result.then(
            () => span.end(),
            (error: unknown) => fail(span, error),
          );
        else span.end();
        return result;
      } catch (error) {
        fail(span, error);
        throw error;
      }
    },
    past(name, attributes, milliseconds) {
      if (!trace.getActiveSpan()) return;
      const end = Date.now();
      tracer.startSpan(name, { attributes, startTime: end - milliseconds }).end(end);
    },
  };
  recordSpans(recorder);
  return async () => {
    recordSpans(null);
    // An unreachable collector must not delay the end.
    await provider.shutdown().catch(() => undefined);
  };
}
