import { ApiError } from '@adtally/client/api-error.ts'
import { forgetIntentions, intentionDone, intentionId } from '@adtally/client/intentions.ts'
import { readAgain } from '@adtally/client/read-again.ts'
import { saveBlob } from '@adtally/client/save-blob.ts'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { onlineManager, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { onPersonLeft, PersonLeft } from '../../../lib/session.ts'
import type { ShownAct } from '../../../lib/shown-act.ts'
import { askAct } from '../api/ask-act.ts'
import { useDeskActs } from './desk-acts.ts'
import type { FormInput } from './field-input.ts'
import { takesRequestId } from './shown-acts.ts'
import { type ActForm, isUnknown } from './use-act-form.ts'
import { useRefusalText } from './use-refusal-text.ts'

onPersonLeft(forgetIntentions)

/** What became of an act. `unknown`: no reply came, and the same request settles it. */
export type ActOutcome =
  | { is: 'open' }
  | { is: 'sending' }
  | { is: 'unknown'; asked: FormInput }
  | { is: 'refused'; message: string }
  | { is: 'done'; answer: unknown }
  | { is: 'done_before' }

/** Doing an act by its form. */
export interface Doing {
  outcome: ActOutcome
  /** Sends it, by the same `request_id` as long as the content is the same. */
  send(asked: FormInput): void
  /** Back to the form as it is typed. */
  reopen(): void
}

/** As long as a session may last: whoever learns of no outcome asks again by the same id, however long that takes them. */
const UNKNOWN_KEPT_MS = 12 * 3_600_000

/**
 * What of an intention is compared: its values, and which files. As a digest, so that long texts are known again after a
 * reload, too, and the browser keeps nobody's words.
 */
function contentOf({ input, files }: FormInput): string {
  const named = Object.entries(files).map(([name, file]) => [name, file.name, file.size, file.lastModified])
  return bytesToHex(sha256(utf8ToBytes(JSON.stringify([input, ...named]))))
}

/** Does `call` as the person of `person_id`; an answer that was lost is asked for again once there is a connection. */
export function useDoing(call: ShownAct, person_id: string, form: ActForm): Doing {
  const [outcome, setOutcome] = useState<ActOutcome>({ is: 'open' })
  const refusalText = useRefusalText(call)
  const client = useQueryClient()
  const { calls } = useDeskActs()
  const reads = calls.filter(({ kind }) => kind === 'read')
  const purpose = `${person_id} ${call.name}`
  const is_once = takesRequestId(call)

  const fail = (error: unknown, asked: FormInput) => {
    if (error instanceof PersonLeft) return
    if (isUnknown(error)) return setOutcome({ is: 'unknown', asked })
    if (error instanceof ApiError && error.reason === 'request_done') {
      intentionDone(purpose, contentOf(asked))
      form.clear()
      return setOutcome({ is: 'done_before' })
    }
    setOutcome(form.take(error) ? { is: 'open' } : { is: 'refused', message: refusalText(error) })
  }

  const send = async (asked: FormInput) => {
    setOutcome({ is: 'sending' })
    try {
      const request_id = is_once ? intentionId(purpose, contentOf(asked), UNKNOWN_KEPT_MS) : undefined
      const answer = await askAct(call, asked, request_id === undefined ? {} : { request_id })
      intentionDone(purpose, contentOf(asked))
      form.clear()
      if (answer instanceof File) saveBlob(answer, answer.name)
      setOutcome({ is: 'done', answer })
    } catch (error) {
      fail(error, asked)
    }
    // What lists show is old now, whatever came of it.
    readAgain(client, reads)
  }

  const again = useEffectEvent((lost: FormInput) => void send(lost))
  const asked = outcome.is === 'unknown' ? outcome.asked : null
  useEffect(() => {
    if (asked === null || !is_once) return
    return onlineManager.subscribe((is_online) => {
      if (is_online) again(asked)
    })
  }, [asked, is_once])

  return {
    outcome,
    send: (next) => void send(next),
    reopen: () => setOutcome({ is: 'open' }),
  }
}
