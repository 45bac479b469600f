import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace'

/** The sampler for traces that begin here, and the one for any span. */
export interface Samplers {
  root: Sampler
  any: Sampler
}

/** The default: everything is sent. */
export const EVERY_TRACE: Samplers = {
  root: new AlwaysOnSampler(),
  any: new ParentBasedSampler({ root: new AlwaysOnSampler() }),
}

/** The sampler named in `OTEL_TRACES_SAMPLER` and its `_ARG`; every trace if unset. Null: no such sampler. */
export function samplersOf(variables: Readonly<Record<string, string | undefined>>): Samplers | null {
  const name = variables.OTEL_TRACES_SAMPLER?.trim() || 'parentbased_always_on'
  const root = rootOf(name.replace(/^parentbased_/, ''), variables.OTEL_TRACES_SAMPLER_ARG)
  if (root === null) return null
  return { root, any: name.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root }
}

function rootOf(name: string, argument: string | undefined): Sampler | null {
  if (name === 'always_on') return new AlwaysOnSampler()
  if (name === 'always_off') return new AlwaysOffSampler()
  if (name !== 'traceidratio') return null
  const ratio = Number(argument?.trim() || 1)
  return ratio >= 0 && ratio <= 1 ? new TraceIdRatioBasedSampler(ratio) : null
}
