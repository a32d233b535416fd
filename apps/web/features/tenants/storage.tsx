import { AccountStorage } from '../shared/storage/account-storage.tsx'
import { TenantFrame } from './tenant-frame.tsx'

/** Where a tenant's files lie, and how they come in from outside. */
export const TenantStorageScreen = () => (
  <TenantFrame>{(tenant) => <AccountStorage id={tenant.id} active={tenant.active} />}</TenantFrame>
)
