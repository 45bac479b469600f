/** Who writes to customers, two of them together; what is told already, one takes back. */
export const CONTENT_ROLES = ['content', 'admin'] as const
