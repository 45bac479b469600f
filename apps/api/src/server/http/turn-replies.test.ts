import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { TurnReplies } from './turn-replies.ts'

test('replies of one turn are written after it, in order, each once; what they ask for comes in the next', async () => {
  const replies = new TurnReplies()
  const written: string[] = []
  const add = (text: string) => replies.add(() => written.push(text))
  add('first')
  replies.add(() => add('of the next turn'))
  add('second')
  expect(written).toEqual([])
  await turn()
  expect(written).toEqual(['first', 'second'])
  await turn()
  expect(written).toEqual(['first', 'second', 'of the next turn'])
  await turn()
  expect(written).toHaveLength(3)
})
