/** The bounds of a field's value: only the one it missed, or both for a number. */
export interface Bounds {
  /** Of a number. */
  minimum?: number
  maximum?: number
  /** Of text, in UTF-16 units. */
  length_min?: number
  length_max?: number
  /** Of a list. */
  items_min?: number
  items_max?: number
  /** Of a file. */
  bytes_max?: number
  /** Of a closed set: its members. */
  one_of?: readonly string[]
  /** A valid value, for formatted text. */
  example?: string
}
