/** Roles that publish to customers, two people together, and withdraw, one alone. */
export const CONTENT_ROLES = ['content', 'admin'] as const
