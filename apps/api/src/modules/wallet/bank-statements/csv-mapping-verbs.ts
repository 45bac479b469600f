import {
  csvMappingDefining,
  defineCsvMapping,
  mappingName,
} from '@adtally/contract/operator/finance/deposits-statements.ts'
import * as z from 'zod/mini'
import type { Transaction } from '../../../database/database.ts'
import { newId } from '../../../database/identifiers.ts'
import { parseInput } from '../../../lib/parse-input.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { csvMapping } from '../../bank/index.ts'
import { readGivenJson } from '../../given-file.ts'
import { approvedAct, staffVerb } from '../../module.ts'
import { proposeAct } from '../../operators/index.ts'
import { factsFrom } from '../../proposal-facts.ts'
import { insertMapping, mappingInForce } from './csv-mappings.repository.ts'

const BYTES_MAX = 20_000

/** The second person's half of `define-csv-mapping`. */
export const csvMappingDefineAct = approvedAct(csvMappingDefining, {
  payload: z.strictObject({ name: mappingName, definition: csvMapping }),
  facts: async (_services, tx, { name, definition }) => ({
    says: `Read CSV statements by the mapping ${name}`,
    before: factsFrom({ definition: await definitionInForce(tx, name) }),
    after: factsFrom({ definition }),
  }),
  apply: async (services, tx, { name, definition }, { proposal_id }) => {
    const mapping_id = newId()
    await insertMapping(tx, {
      ...{ mapping_id, rail: 'main', name, proposal_id },
      definition: JSON.stringify(definition),
      created_at: services.clock.now(),
    })
    return { mapping_id, name }
  },
})

/** `define-csv-mapping`: proposes how a bank's CSV files are to be read. */
export const defineCsvMappingVerb = staffVerb(
  defineCsvMapping,
  async (services, staff, { name, file }) => {
    const definition = parseInput(csvMapping, await readGivenJson(file, { bytes_max: BYTES_MAX }))
    const reason = `CSV statements of ${name}`
    return await proposeAct(services, staff, csvMappingDefineAct, () => ({
      ...{ subject: { kind: 'csv_mapping', id: name }, payload: { name, definition }, reason },
    }))
  },
  csvMappingDefineAct,
)

async function definitionInForce(tx: Transaction, name: string): Promise<unknown> {
  try {
    return (await mappingInForce(tx, 'main', name)).definition
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}
