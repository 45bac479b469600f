import '@adtally/client/jitless.ts'
import '../app/main.css'
import { STAFF_ROLES } from '@adtally/contract/enums.ts'
import type { staffSession } from '@adtally/contract/operator/statement/session.ts'
import type { partnerSession } from '@adtally/contract/partner/statement/session.ts'
import type { ConsoleLanguage } from '@adtally/i18n/languages.ts'
import { onlineManager } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import * as z from 'zod/mini'
import { App } from '../app/app.tsx'
import { OFFICE } from '../app/office.ts'
import { PARTNERS } from '../app/partners.ts'
import { type Desk, openDesk, type Person } from '../lib/desk.ts'
import { chooseLanguage } from '../lib/language.ts'
import { page_is_older } from '../lib/page-build.ts'
import { begin, leave } from '../lib/session.ts'
import { showLanguage } from '../lib/texts.ts'

type StaffSession = z.infer<typeof staffSession.response>

/** Somebody in every role, whom only a test has, as the session's calls answer them. */
export function buildPerson(members: Partial<StaffSession> = {}): StaffSession {
  return {
    session_id: '01890000-0000-7000-8000-00000000000a',
    staff_id: '01890000-0000-7000-8000-000000000001',
    username: 'mira',
    roles: [...STAFF_ROLES],
    device: 'Chromium, Linux',
    network: '127.0.0.1',
    opened_at: '2026-11-30T08:00:00Z',
    seen_at: '2026-11-30T08:00:00Z',
    ends_at: '2026-11-30T20:00:00Z',
    proof_ends_at: '2026-11-30T08:05:00Z',
    ...members,
  }
}

/** The same as the page knows them. */
export function staffPerson(members: Partial<StaffSession> = {}): Person {
  return z.parse(OFFICE.person, buildPerson(members))
}

interface StartOptions {
  at?: string
  person?: StaffSession | null
  language?: ConsoleLanguage
}

/** Starts the console at a hash address; `person: null` has not signed in. Everything ends with the test. */
export async function startConsole(options: StartOptions = {}): Promise<HTMLElement> {
  const { at = '/acts', person = buildPerson(), language = 'en' } = options
  return await startDesk(OFFICE, { at, person, language })
}

/** The same of any desk; `person` is what its session's calls answer. */
async function startDesk(
  desk: Desk,
  { at, person, language }: { at: string; person: unknown; language: ConsoleLanguage },
): Promise<HTMLElement> {
  openDesk(desk)
  page_is_older.set(false)
  onlineManager.setOnline(true)
  localStorage.clear()
  sessionStorage.clear()
  leave()
  chooseLanguage(language)
  await (await showLanguage(language)).words
  window.history.replaceState(null, '', `#${at}`)
  if (person) begin(z.parse(desk.person, person))
  const container = document.createElement('div')
  document.body.append(container)
  const root = createRoot(container)
  root.render(<App />)
  onTestFinished(() => {
    root.unmount()
    container.remove()
  })
  return container
}

type PartnerSession = z.infer<typeof partnerSession.response>

/** An owner of a publisher's, whom only a test has, as the session's calls answer them. */
export function buildPartner(members: Partial<PartnerSession> = {}): PartnerSession {
  return {
    session_id: '01890000-0000-7000-8000-00000000000a',
    person_id: '01890000-0000-7000-8000-0000000000e1',
    email: 'ida@news.example',
    role: 'owner',
    side: 'publisher',
    party_id: '01890000-0000-7000-8000-0000000000e2',
    party_name: 'The Daily News',
    device: 'Chromium, Linux',
    network: '127.0.0.1',
    opened_at: '2026-11-30T08:00:00Z',
    seen_at: '2026-11-30T08:00:00Z',
    ends_at: '2026-11-30T20:00:00Z',
    proof_ends_at: '2026-11-30T08:05:00Z',
    ...members,
  }
}

/** The partners' page, as `startConsole`. */
export async function startPartners(
  options: { at?: string; person?: PartnerSession | null; language?: ConsoleLanguage } = {},
): Promise<HTMLElement> {
  const { at = '/acts', person = buildPartner(), language = 'en' } = options
  return await startDesk(PARTNERS, { at, person, language })
}

/** A desk's window, for tests of what is seen. */
export async function asDesktop(): Promise<void> {
  await page.viewport(1280, 800)
  onTestFinished(() => page.viewport(390, 844))
}
