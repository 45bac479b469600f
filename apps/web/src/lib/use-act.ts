import { readAgain } from '@adtally/client/read-again.ts'
import { type MutationMeta, useMutation, useQueryClient } from '@tanstack/react-query'
import { useIntention } from './session/use-intention.ts'

type Calls = readonly { readonly name: string }[]

/** A mutation after which these calls are read again, whatever came of it: what the screen shows is old after a refusal, too. */
export function useAct<Input, Answer>(
  send: (input: Input) => Promise<Answer>,
  moved: Calls,
  meta: MutationMeta = {},
) {
  const client = useQueryClient()
  return useMutation({ mutationFn: send, meta, onSettled: () => readAgain(client, moved) })
}

/** As `useAct`, done once however often it is tried: `send` is given its intention's `request_id` (`useIntention`). */
export function useActOnce<Input, Answer>(
  purpose: string,
  send: (request_id: string, input: Input) => Promise<Answer>,
  moved: Calls,
  meta: MutationMeta = {},
) {
  const client = useQueryClient()
  const intention = useIntention(purpose)
  return useMutation({
    mutationFn: (input: Input) => send(intention.requestId(input), input),
    meta,
    onSuccess: (_answer, input) => intention.done(input),
    onSettled: () => readAgain(client, moved),
  })
}
