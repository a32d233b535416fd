import { screen, type Route } from './declare.ts'

/** Addresses of this area. */
export const partnerRoutes: Route[] = [
  screen('/partner/welcome', 'partnerWelcome', 'Welcome', 'Willkommen', () =>
    import('../features/welcome/welcome.tsx').then((m) => m.PartnerWelcomeScreen),
  ),
  screen('/partner/accounting', 'partnerAccountAccounting', 'Accounting', 'Buchhaltung', () =>
    import('../features/shared/own-company.tsx').then((m) => m.PartnerAccountingScreen),
  ),
  screen('/partner/account', 'partnerAccountData', 'Company data', 'Unternehmensdaten', () =>
    import('../features/shared/own-company.tsx').then((m) => m.PartnerGeneralScreen),
  ),
  screen('/partner/account/contact', 'partnerAccountDataContact', 'Contact data', 'Kontaktdaten', () =>
    import('../features/shared/own-company.tsx').then((m) => m.PartnerContactScreen),
  ),
  screen('/partner/account/billing', 'partnerAccountDataBilling', 'Billing address', 'Rechnungsadresse', () =>
    import('../features/shared/own-company.tsx').then((m) => m.PartnerBillingScreen),
  ),
  screen('/partner/account/contracts', 'partnerAccountContracts', 'Contracts', 'Verträge', () =>
    import('../features/billing/area-screens.tsx').then((m) => m.PartnerContractsScreen),
  ),
  screen('/partner/accounting/invoices', 'partnerAccountAccountingInvoices', 'Invoice archive', 'Rechnungsarchiv', () =>
    import('../features/billing/area-screens.tsx').then((m) => m.PartnerInvoicesScreen),
  ),
  screen(
    '/partner/accounting/bookings',
    'partnerAccountAccountingBookings',
    'Booking overview',
    'Buchungsübersicht',
    () => import('../features/billing/area-screens.tsx').then((m) => m.PartnerBookingsScreen),
  ),
  screen(
    '/partner/accounting/payment-methods',
    'partnerAccountAccountingPaymentMethods',
    'Payment methods',
    'Zahlungsarten',
    () => import('../features/billing/area-screens.tsx').then((m) => m.PartnerPaymentMethodsScreen),
  ),
  screen('/partner/accounting/usage', 'partnerAccountAccountingUsage', 'Usage', 'Nutzung', () =>
    import('../features/billing/area-screens.tsx').then((m) => m.PartnerUsageScreen),
  ),
  screen('/partner/users', 'partnerAccountUsers', 'Users', 'Benutzer', () =>
    import('../features/users/users.tsx').then((m) => m.UsersScreen),
  ),
  screen('/partner/users/add', 'partnerAccountUsersAdd', 'Add user', 'Benutzer hinzufügen', () =>
    import('../features/users/add-user.tsx').then((m) => m.AddUserScreen),
  ),
  screen('/partner/users/:id', 'partnerAccountUsersDetail', 'User', 'Benutzer', () =>
    import('../features/users/user-screens.tsx').then((m) => m.UserInformationScreen),
  ),
  screen(
    '/partner/users/:id/information',
    'partnerAccountUsersInformation',
    'User information',
    'Benutzerinformationen',
    () => import('../features/users/user-screens.tsx').then((m) => m.UserInformationScreen),
  ),
  screen('/partner/users/:id/access-data', 'partnerAccountUsersAccessData', 'Access data', 'Zugangsdaten', () =>
    import('../features/users/user-screens.tsx').then((m) => m.UserAccessDataScreen),
  ),
  screen('/partner/users/:id/profile', 'partnerAccountUsersProfile', 'User profile', 'Benutzerprofil', () =>
    import('../features/users/user-screens.tsx').then((m) => m.UserProfileScreen),
  ),
  screen('/partner/leads', 'partnerLeads', 'Leads', 'Leads', () =>
    import('../features/partners/own-lists.tsx').then((m) => m.leads.List),
  ),
  screen('/partner/leads/create', 'partnerLeadsCreate', 'Create lead', 'Lead anlegen', () =>
    import('../features/partners/own-lists.tsx').then((m) => m.leads.Create),
  ),
  screen('/partner/leads/:id', 'partnerLeadsDetail', 'Lead', 'Lead', () =>
    import('../features/partners/own-lists.tsx').then((m) => m.leads.Entry),
  ),
  screen('/partner/profile/certificates', 'partnerProfileCertificates', 'Certificates', 'Zertifikate', () =>
    import('../features/partners/own-lists.tsx').then((m) => m.certificates.List),
  ),
  screen(
    '/partner/profile/certificates/create',
    'partnerProfileCertificatesCreate',
    'Create certificate',
    'Zertifikat anlegen',
    () => import('../features/partners/own-lists.tsx').then((m) => m.certificates.Create),
  ),
  screen('/partner/profile/certificates/:id', 'partnerProfileCertificatesDetail', 'Certificate', 'Zertifikat', () =>
    import('../features/partners/own-lists.tsx').then((m) => m.certificates.Entry),
  ),
  screen('/partner/profile/contact-person', 'partnerProfileContactPerson', 'Contact person', 'Ansprechpartner', () =>
    import('../features/partners/own-lists.tsx').then((m) => m.contactPersons.List),
  ),
  screen(
    '/partner/profile/contact-person/create',
    'partnerProfileContactPersonCreate',
    'Create contact person',
    'Ansprechpartner anlegen',
    () => import('../features/partners/own-lists.tsx').then((m) => m.contactPersons.Create),
  ),
  screen(
    '/partner/profile/contact-person/:id',
    'partnerProfileContactPersonDetail',
    'Contact person',
    'Ansprechpartner',
    () => import('../features/partners/own-lists.tsx').then((m) => m.contactPersons.Entry),
  ),
  screen('/partner/profile/references', 'partnerProfileReferences', 'References', 'Referenzen', () =>
    import('../features/partners/own-lists.tsx').then((m) => m.references.List),
  ),
  screen(
    '/partner/profile/references/create',
    'partnerProfileReferencesCreate',
    'Create reference',
    'Referenz anlegen',
    () => import('../features/partners/own-lists.tsx').then((m) => m.references.Create),
  ),
  screen('/partner/profile/references/:id', 'partnerProfileReferencesDetail', 'Reference', 'Referenz', () =>
    import('../features/partners/own-lists.tsx').then((m) => m.references.Entry),
  ),
  screen(
    '/partner/profile/information',
    'partnerProfileInformation',
    'Partner information',
    'Partnerinformationen',
    () => import('../features/partners/information.tsx').then((m) => m.PartnerInformationScreen),
  ),
  screen('/partner/profile/services', 'partnerProfileServices', 'Services', 'Leistungen', () =>
    import('../features/partners/own-lists.tsx').then((m) => m.services.List),
  ),
  screen('/partner/profile/services/create', 'partnerProfileServicesCreate', 'Create service', 'Leistung anlegen', () =>
    import('../features/partners/own-lists.tsx').then((m) => m.services.Create),
  ),
  screen('/partner/profile/services/:id', 'partnerProfileServicesDetail', 'Service', 'Leistung', () =>
    import('../features/partners/own-lists.tsx').then((m) => m.services.Entry),
  ),
  screen('/partner/tenants', 'partnerTenants', 'Tenants', 'Mandanten', () =>
    import('../features/tenants/tenants.tsx').then((m) => m.TenantsScreen),
  ),
  screen(
    '/partner/tenants/create',
    'partnerTenantsCreate',
    'Create tenant',
    'Mandant anlegen',
    () => import('../features/tenants/wizard/create-account.tsx').then((m) => m.CreateTenantScreen),
    { fill: true },
  ),
  screen('/partner/tenants/:id', 'partnerTenantsDetail', 'Tenant', 'Mandant', () =>
    import('../features/tenants/tenant-screens.tsx').then((m) => m.TenantGeneralScreen),
  ),
  screen('/partner/tenants/:id/contact', 'partnerTenantsContact', 'Contact data', 'Kontaktdaten', () =>
    import('../features/tenants/tenant-screens.tsx').then((m) => m.TenantContactScreen),
  ),
  screen('/partner/tenants/:id/billing', 'partnerTenantsBilling', 'Billing address', 'Rechnungsadresse', () =>
    import('../features/tenants/tenant-screens.tsx').then((m) => m.TenantBillingScreen),
  ),
  screen('/partner/tenants/:id/accounting', 'partnerTenantsAccounting', 'Accounting', 'Buchhaltung', () =>
    import('../features/tenants/tenant-screens.tsx').then((m) => m.TenantAccountingScreen),
  ),
  screen('/partner/tenants/:id/account', 'partnerTenantsAccount', 'Contract and usage', 'Vertrag und Nutzung', () =>
    import('../features/billing/customer-screens.tsx').then((m) => m.TenantAccountScreen),
  ),
  screen('/partner/tenants/:id/storage', 'partnerTenantsStorage', 'Storage', 'Speicher', () =>
    import('../features/tenants/storage.tsx').then((m) => m.TenantStorageScreen),
  ),
  screen('/partner/tenants/:id/databases', 'partnerTenantsDatabases', 'Databases', 'Datenbanken', () =>
    import('../features/tenants/databases.tsx').then((m) => m.TenantDatabasesScreen),
  ),
  screen('/partner/tenants/:id/security', 'partnerTenantsSecurity', 'Security', 'Sicherheit', () =>
    import('../features/tenants/security.tsx').then((m) => m.TenantSecurityScreen),
  ),
  screen('/partner/tenants/:id/security/whitelist', 'partnerTenantsSecurityWhitelist', 'Whitelist', 'Whitelist', () =>
    import('../features/whitelist/whitelist.tsx').then((m) => m.WhitelistScreen),
  ),
  screen(
    '/partner/tenants/:id/security/whitelist/create',
    'partnerTenantsSecurityWhitelistCreate',
    'Add whitelist entry',
    'Whitelist-Eintrag anlegen',
    () => import('../features/whitelist/whitelist-entry.tsx').then((m) => m.WhitelistCreateScreen),
  ),
  screen(
    '/partner/tenants/:id/security/whitelist/:whitelistId',
    'partnerTenantsSecurityWhitelistDetail',
    'Whitelist entry',
    'Whitelist-Eintrag',
    () => import('../features/whitelist/whitelist-entry.tsx').then((m) => m.WhitelistEntryScreen),
  ),
  screen('/partner/tenants/:id/settings', 'partnerTenantsSettings', 'Tenant settings', 'Mandanteneinstellungen', () =>
    import('../features/account/settings-screens.tsx').then((m) => m.TenantSettingsScreen),
  ),
  screen(
    '/partner/data-structures',
    'partnerDataStructures',
    'Data structures',
    'Datenstrukturen',
    () => import('../features/data-structures/data-structures.tsx').then((m) => m.DataStructuresScreen),
    { fill: true },
  ),
  screen(
    '/partner/data-structures/create',
    'partnerDataStructuresCreate',
    'Create data structure',
    'Datenstruktur anlegen',
    () => import('../features/data-structures/create.tsx').then((m) => m.CreateDataStructureScreen),
  ),
  screen('/partner/data-structures/:id', 'partnerDataStructuresDetail', 'Data structure', 'Datenstruktur', () =>
    import('../features/data-structures/overview.tsx').then((m) => m.DataStructureScreen),
  ),
  screen('/partner/data-structures/:id/base-data', 'partnerDataStructuresBaseData', 'Base data', 'Basisdaten', () =>
    import('../features/data-structures/base-data.tsx').then((m) => m.DataStructureBaseDataScreen),
  ),
  screen(
    '/partner/data-structures/:id/config',
    'partnerDataStructuresConfig',
    'Field configuration',
    'Feldkonfiguration',
    () => import('../features/data-structures/config.tsx').then((m) => m.DataStructureConfigScreen),
    { fill: true },
  ),
  screen(
    '/partner/data-structures/:id/queries',
    'partnerDataStructuresQueries',
    'Queries',
    'Abfragen',
    () => import('../features/data-structures/queries.tsx').then((m) => m.DataStructureQueriesScreen),
    { fill: true },
  ),
  screen(
    '/partner/data-structures/editor',
    'partnerDataStructuresEditor',
    'Data structure editor',
    'Datenstruktur-Editor',
    () => import('../features/data-structures/editor.tsx').then((m) => m.DataStructureEditorScreen),
    { rail: true, fill: true },
  ),
  screen(
    '/partner/data-structures/editor/:id',
    'partnerDataStructuresEditorDetail',
    'Edit data structure',
    'Datenstruktur bearbeiten',
    () => import('../features/data-structures/editor.tsx').then((m) => m.DataStructureEditorScreen),
    { rail: true, fill: true },
  ),
  screen('/partner/settings', 'partnerSettings', 'Settings', 'Einstellungen', () =>
    import('../features/account/settings-screens.tsx').then((m) => m.OwnPartnerSettingsScreen),
  ),
  screen('/partner/settings/roles', 'partnerSettingsRoles', 'Roles', 'Rollen', () =>
    import('../features/roles/roles.tsx').then((m) => m.RolesScreen),
  ),
  screen(
    '/partner/settings/service-accounts',
    'partnerSettingsServiceAccounts',
    'Service accounts',
    'Dienstkonten',
    () => import('../features/service-accounts/service-accounts.tsx').then((m) => m.ServiceAccountsScreen),
  ),
  screen(
    '/partner/settings/workflow-elements',
    'partnerSettingsWorkflowElements',
    'Designer elements',
    'Designer-Elemente',
    () => import('../features/elements/components.tsx').then((m) => m.PartnerElementsScreen),
  ),
  screen(
    '/partner/settings/audit',
    'partnerSettingsAudit',
    'Audit log',
    'Prüfprotokoll',
    () => import('../features/audit/audit.tsx').then((m) => m.AuditScreen),
    { fill: true },
  ),
]
