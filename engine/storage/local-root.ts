/** Where the files of a tenant lie below the home, unless they lie on a server. */
export const localRoot = (tenant_id: string) => `storage/${tenant_id}`
