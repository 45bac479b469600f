import { fileOf } from '../../modules/given-file.ts'

/** A file that an act of staff may stand on. */
export const LETTER = fileOf('letter.txt', 'What the bank has written')
