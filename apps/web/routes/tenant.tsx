import { screen, type Route } from './declare.ts'

/** Addresses of this area. */
export const tenantRoutes: Route[] = [
  screen('/tenant/welcome', 'tenantWelcome', 'Welcome', 'Willkommen', () =>
    import('../features/welcome/welcome.tsx').then((m) => m.TenantWelcomeScreen),
  ),
  screen(
    '/tenant/accounting/information',
    'tenantAccountingInformation',
    'General information',
    'Allgemeine Informationen',
    () => import('../features/tenants/own-data.tsx').then((m) => m.AccountingInformationScreen),
  ),
  screen('/tenant/accounting/address', 'tenantAccountingAddress', 'Invoice address', 'Rechnungsadresse', () =>
    import('../features/tenants/own-data.tsx').then((m) => m.AccountingAddressScreen),
  ),
  screen('/tenant/accounting/invoices', 'tenantAccountingInvoices', 'Invoice archive', 'Rechnungsarchiv', () =>
    import('../features/billing/area-screens.tsx').then((m) => m.TenantInvoicesScreen),
  ),
  screen(
    '/tenant/accounting/payment-methods',
    'tenantAccountingPaymentMethods',
    'Payment methods',
    'Zahlungsarten',
    () => import('../features/billing/area-screens.tsx').then((m) => m.TenantPaymentMethodsScreen),
  ),
  screen('/tenant/accounting/bookings', 'tenantAccountingBookings', 'Booking overview', 'Buchungsübersicht', () =>
    import('../features/billing/area-screens.tsx').then((m) => m.TenantBookingsScreen),
  ),
  screen('/tenant/accounting/ticketing', 'tenantAccountingTicketing', 'Ticketing', 'Ticketübersicht', () =>
    import('../features/billing/area-screens.tsx').then((m) => m.TenantTicketingScreen),
  ),
  screen('/tenant/contracts/documents', 'tenantContractsDocuments', 'Contract documents', 'Vertragsdokumente', () =>
    import('../features/billing/area-screens.tsx').then((m) => m.TenantContractDocumentsScreen),
  ),
  screen('/tenant/contracts/status', 'tenantContractsStatus', 'Contract status', 'Vertragsstatus', () =>
    import('../features/billing/area-screens.tsx').then((m) => m.TenantContractStatusScreen),
  ),
  screen('/tenant/data', 'tenantData', 'Company data', 'Unternehmensdaten', () =>
    import('../features/tenants/own-data.tsx').then((m) => m.CompanyDataScreen),
  ),
  screen('/tenant/data/contact', 'tenantDataContact', 'Contact data', 'Kontaktdaten', () =>
    import('../features/tenants/own-data.tsx').then((m) => m.CompanyContactScreen),
  ),
  screen('/tenant/users', 'tenantUserAdministration', 'User administration', 'Benutzerverwaltung', () =>
    import('../features/users/users.tsx').then((m) => m.UsersScreen),
  ),
  screen('/tenant/users/add', 'tenantUserAdministrationAdd', 'Add user', 'Benutzer hinzufügen', () =>
    import('../features/users/add-user.tsx').then((m) => m.AddUserScreen),
  ),
  screen(
    '/tenant/users/:id/information',
    'tenantUserAdministrationInformation',
    'User information',
    'Benutzerinformationen',
    () => import('../features/users/user-screens.tsx').then((m) => m.UserInformationScreen),
  ),
  screen('/tenant/users/:id/profile', 'tenantUserAdministrationProfile', 'User profile', 'Benutzerprofil', () =>
    import('../features/users/user-screens.tsx').then((m) => m.UserProfileScreen),
  ),
  screen('/tenant/users/:id/access-data', 'tenantUserAdministrationAccessData', 'Access data', 'Zugangsdaten', () =>
    import('../features/users/user-screens.tsx').then((m) => m.UserAccessDataScreen),
  ),
  screen('/tenant/settings', 'tenantSettings', 'Settings', 'Einstellungen', () =>
    import('../features/account/settings-screens.tsx').then((m) => m.OwnTenantSettingsScreen),
  ),
  screen(
    '/tenant/settings/audit',
    'tenantSettingsAudit',
    'Audit log',
    'Prüfprotokoll',
    () => import('../features/audit/audit.tsx').then((m) => m.AuditScreen),
    { fill: true },
  ),
  screen('/tenant/settings/support', 'tenantSettingsSupport', 'Support accesses', 'Support-Zugänge', () =>
    import('../features/support-accesses/support-accesses.tsx').then((m) => m.SupportAccessesScreen),
  ),
]
