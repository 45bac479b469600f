import * as z from 'zod/mini'
import { publicCall } from './call.ts'
import { count, time } from './fields.ts'

export const policyCurrent = publicCall('GET /policy/current', {
  name: 'policyCurrent',
  summary: 'Every policy figure in force, its bounds, and changes announced',
  request: z.strictObject({}),
  response: z.object({
    version: count,
    effective_from: time,
    figures: z.array(
      z.object({
        name: z.string(),
        unit: z.string(),
        value: z.string(),
        minimum: z.string(),
        maximum: z.string(),
      }),
    ),
    announced: z.array(
      z.object({
        version: count,
        effective_from: time,
        figures: z.array(z.object({ name: z.string(), value: z.string() })),
      }),
    ),
  }),
  refusals: [],
})
