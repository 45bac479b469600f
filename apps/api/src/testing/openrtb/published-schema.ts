import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import * as z from 'zod/mini'

/** A folder of the JSON schemas that IAB Tech Lab publishes with OpenRTB 2.6, which are not ours to keep here. */
export const SCHEMAS = process.env.OPENRTB_SCHEMAS

const named = z.looseObject({ $id: z.string() })

/**
 * What the published schema says is wrong with a message; none where nothing is. `OPENRTB_SCHEMAS` names the folder
 * (`BidResponse.json` …); throws where it has no such schema.
 */
export function faultsBySchema(message: 'BidRequest' | 'BidResponse', value: unknown): string[] {
  const folder = SCHEMAS ?? ''
  // Notes such as what is deprecated are no rules.
  const ajv = new Ajv2020({ allErrors: true, strict: false })
  let id: string | undefined
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
    const schema = z.parse(named, JSON.parse(readFileSync(join(folder, file), 'utf8')))
    ajv.addSchema(schema)
    if (file === `${message}.json`) id = schema.$id
  }
  const isValid = ajv.getSchema(id ?? message)
  if (!isValid) throw new Error(`${folder} has no ${message}.json`)
  return isValid(value) === true
    ? []
    : (isValid.errors ?? []).map(({ instancePath, message: fault }) => `${instancePath}: ${fault}`)
}
