import type { ArchivePart } from '../archive-table.ts'

/** Nothing of it is a customer's: whoever works for an advertiser or a publisher is another person here. */
export const archive: ArchivePart = {
  tables: [],
  left_out: {
    'partners.people': 'people of partners, who are no customers',
    'partners.secrets': 'what partners’ people sign in with',
    'partners.sessions': 'where partners’ people are signed in',
    'partners.known_networks': 'where partners’ people have signed in',
    'partners.done_requests': 'what partners’ people asked for',
  },
}
