/** Whose settings: a tenant's below `/clients`, a partner's below `/partners`. */
export type AccountPlace = { at: '/clients' | '/partners'; id: string }
