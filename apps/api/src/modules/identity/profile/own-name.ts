import { Refusal } from '../../../lib/refusal.ts'
import type { Services } from '../../services.ts'
import { posesAsOffice } from './names-of-office.ts'

/** Throws `name_of_office` for a public name that looks like the company's or its people's. */
export function requireOwnName({ settings }: Services, name: string, field: 'nickname' | 'username'): void {
  const brand = settings.brand.name
  if (posesAsOffice(name, brand)) throw new Refusal('name_of_office', { field, values: { brand } })
}
