import { expect, test } from 'vitest'
import { plantTree } from '../tree.ts'
import { databaseStandsInItsPlaces } from './routines.ts'

const FOLDER = 'apps/api/src/database/routines/plans'
const faults = (path: string, text: string) => databaseStandsInItsPlaces(plantTree({ [path]: text })).length

test.each([
  ['apps/api/migrations/130-plans/up.sql', 'create function plans.a() returns int language sql return 1;'],
  [
    'apps/api/migrations/130-plans/up.sql',
    'create table plans.a ();\ngrant select on plans.a to adtally_program;',
  ],
  [
    'apps/api/migrations/130-plans/up.sql',
    'create constraint trigger a after insert on plans.a execute function plans.b();',
  ],
  [`${FOLDER}/a.sql`, 'create or replace function plans.b() returns int language sql return 1;'],
  [`${FOLDER}/a.sql`, 'create view follows.a as select 1;'],
  [`${FOLDER}/policies.sql`, 'create trigger a before update on plans.a execute function plans.b();'],
  [`${FOLDER}/grants.sql`, 'create policy a on plans.a using (true);'],
])('in %s: %s', (path, text) => {
  expect(faults(path, text)).toBe(1)
})

test.each([
  ['apps/api/migrations/130-plans/up.sql', 'create table plans.a (b int);\ncreate index on plans.a (b);'],
  [`${FOLDER}/a.sql`, 'create or replace function plans.a() returns int language sql return 1;'],
  [`${FOLDER}/a.sql`, "create view plans.a as select 1;\ncomment on view plans.a is 'one';"],
  [`${FOLDER}/triggers.sql`, 'create trigger a before update on plans.a execute function plans.b();'],
  [`${FOLDER}/policies.sql`, 'create policy a on plans.a using (true);'],
  [`${FOLDER}/grants.sql`, 'grant select on plans.a to adtally_program;'],
])('not in %s: %s', (path, text) => {
  expect(faults(path, text)).toBe(0)
})
