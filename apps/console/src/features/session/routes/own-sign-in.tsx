import { passkeysHere } from '@adtally/client/passkey-support.ts'
import { readAgain } from '@adtally/client/read-again.ts'
import { PASSKEY_NAME_LENGTH_MAX } from '@adtally/contract/identity/passkey.ts'
import { listOwnFactors } from '@adtally/contract/operator/house/staff-factors.ts'
import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Banner } from '@adtally/ui/banner.tsx'
import { Button } from '@adtally/ui/button.tsx'
import { Card } from '@adtally/ui/card.tsx'
import { TextField } from '@adtally/ui/field.tsx'
import { SkeletonRows } from '@adtally/ui/states.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { Person } from '../../../lib/desk.ts'
import { useErrorText } from '../../../lib/error-text.ts'
import { askOffice } from '../../../lib/office.ts'
import { application_name, passkey_origin } from '../../../lib/page-settings.ts'
import { addPasskey } from '../api/passkey-calls.ts'
import { PasskeysElsewhere } from '../components/passkey-way.tsx'
import { usePasskey } from '../components/use-passkey.ts'

/** How many second factors a live ledger wants of everybody. */
const FACTORS_WANTED = 2

/** What somebody signs in with: their passkeys, recovery codes and sessions. */
export default function OwnSignIn({ person }: { person: Person }) {
  const t = useMessages('consoleSession')
  const errorText = useErrorText()
  const title = t('ownTitle')
  useEffect(() => {
    document.title = `${title} · ${application_name}`
  }, [title])
  const { data, error } = useQuery({
    queryKey: [listOwnFactors.name],
    queryFn: ({ signal }) =>
      askOffice(listOwnFactors.response, { method: 'GET', name: listOwnFactors.name, signal }),
  })
  return (
    <div className="flex max-w-160 flex-col gap-4">
      <h1 className="text-28 font-semibold">{title}</h1>
      <p className="text-14 text-muted">{t('ownNote', { username: person.name })}</p>
      {error && (
        <Banner tone="negative">
          <p role="alert">{errorText(error)}</p>
        </Banner>
      )}
      {!data && !error && <SkeletonRows />}
      {data && <Factors factors={data} />}
      <NewPasskey />
      <Card>
        <h2 className="text-16 font-semibold">{t('more')}</h2>
        <ul className="mt-1">
          {LINKS.map(([act, key]) => (
            <li key={act}>
              <Link to={`/acts/${act}`} className="flex min-h-11 items-center text-14 text-accent underline">
                {t(key)}
              </Link>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  )
}

/** What is done by acts, whose forms are drawn as all others are. */
const LINKS = [
  ['renew-recovery-codes', 'renewCodes'],
  ['list-own-sessions', 'sessions'],
  ['end-own-session', 'endSessions'],
  ['change-password', 'changePassword'],
] as const

type Shown = (typeof listOwnFactors)['response']['_zod']['output']

function Factors({ factors }: { factors: Shown }) {
  const t = useMessages('consoleSession')
  const format = useFormatters()
  const { authenticator_app, recovery_codes_left, checks_money_from, items } = factors
  const is_few = items.length + (authenticator_app ? 1 : 0) < FACTORS_WANTED
  return (
    <>
      {is_few && (
        <Banner tone="warning">
          <p>{t('fewFactors')}</p>
        </Banner>
      )}
      {checks_money_from !== null && new Date(checks_money_from) > new Date() && (
        <Banner tone="hold">
          <p>{t('resting', { at: format.time(checks_money_from) })}</p>
        </Banner>
      )}
      <Card>
        <h2 className="text-16 font-semibold">{t('factors')}</h2>
        <p className="mt-1 text-14">{t(authenticator_app ? 'appSet' : 'appNotSet')}</p>
        <p className="text-14">{t('codesLeft', { count: recovery_codes_left })}</p>
        <ul className="mt-2">
          {items.map(({ passkey_id, name, added_at, last_used_at }) => (
            <li
              key={passkey_id}
              className="flex flex-wrap items-center gap-x-4 border-t border-line py-2 text-14"
            >
              <span className="font-medium">{name}</span>
              <span className="text-muted">{t('added', { at: format.time(added_at) })}</span>
              {last_used_at !== null && (
                <span className="text-muted">{t('lastUsed', { at: format.time(last_used_at) })}</span>
              )}
              <Link
                to={`/acts/remove-own-passkey?${new URLSearchParams({ passkey_id })}`}
                className="ml-auto flex min-h-11 items-center text-accent underline"
              >
                {t('removePasskey', { name })}
              </Link>
            </li>
          ))}
        </ul>
      </Card>
    </>
  )
}

function NewPasskey() {
  const t = useMessages('consoleSession')
  const client = useQueryClient()
  const [name, setName] = useState('')
  const { failure, is_asking, ask } = usePasskey(async () => {
    await addPasskey(name.trim())
    setName('')
    readAgain(client, [listOwnFactors])
  })
  const here = passkeysHere(passkey_origin)
  if (here === 'at_other_address') return <PasskeysElsewhere />
  if (here !== 'yes') return <p className="text-14 text-muted">{t('passkeysNever')}</p>
  return (
    <Card>
      <h2 className="text-16 font-semibold">{t('addTitle')}</h2>
      <form
        noValidate
        className="mt-2 flex flex-col items-start gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (name.trim() !== '') void ask()
        }}
      >
        <TextField
          label={t('passkeyName')}
          hint={t('passkeyNameHint')}
          value={name}
          autoComplete="off"
          maxLength={PASSKEY_NAME_LENGTH_MAX}
          className="w-full"
          onChange={({ target }) => setName(target.value)}
          error={failure ?? undefined}
        />
        <Button type="submit" busy={is_asking} disabled={name.trim() === ''}>
          {t('addPasskey')}
        </Button>
      </form>
    </Card>
  )
}
