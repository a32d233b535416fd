import { later, screen, type Route } from './declare.ts'

/** The settings of a project. */
export const projectSettingsRoutes: Route[] = [
  screen('/project/settings', 'projectSettings', 'Project settings', 'Projekteinstellungen', () =>
    import('../features/projects/settings.tsx').then((m) => m.ProjectSettingsScreen),
  ),
  screen('/project/settings/projects', 'projectSettingsProjects', 'Projects', 'Projekte', () =>
    import('../features/projects/projects.tsx').then((m) => m.ProjectsScreen),
  ),
  screen(
    '/project/settings/projects/create',
    'projectSettingsProjectsCreate',
    'Create project',
    'Projekt anlegen',
    () => import('../features/projects/project.tsx').then((m) => m.ProjectCreateScreen),
  ),
  screen('/project/settings/projects/:projectId', 'projectSettingsProjectsDetail', 'Project', 'Projekt', () =>
    import('../features/projects/project.tsx').then((m) => m.ProjectScreen),
  ),
  screen('/project/settings/queues', 'projectSettingsQueues', 'Queues', 'Warteschlangen', () =>
    import('../features/queues/project-queues.tsx').then((m) => m.QueuesScreen),
  ),
  screen(
    '/project/settings/queues/create',
    'projectSettingsQueuesCreate',
    'Create queue',
    'Warteschlange anlegen',
    () => import('../features/queues/queue.tsx').then((m) => m.QueueCreateScreen),
  ),
  screen('/project/settings/queues/:queueId', 'projectSettingsQueuesDetail', 'Queue', 'Warteschlange', () =>
    import('../features/queues/queue.tsx').then((m) => m.QueueScreen),
  ),
  screen('/project/settings/mails', 'projectSettingsMails', 'Emails', 'E-Mails', () =>
    import('../features/mail-templates/mail-templates.tsx').then((m) => m.OwnMailsScreen),
  ),
  screen('/project/settings/mails/:id', 'projectSettingsMailsDetail', 'Email', 'E-Mail', () =>
    import('../features/mail-templates/mail-template.tsx').then((m) => m.OwnMailScreen),
  ),
  screen('/project/settings/basic', 'projectSettingsBasic', 'Basic settings', 'Grundeinstellungen', () =>
    import('../features/projects/project.tsx').then((m) => m.ProjectBasicScreen),
  ),
  screen('/project/settings/users', 'projectSettingsUsers', 'Users', 'Benutzer', () =>
    import('../features/users/users.tsx').then((m) => m.UsersScreen),
  ),
  screen('/project/settings/users/add', 'projectSettingsUsersAdd', 'Add user', 'Benutzer hinzufügen', () =>
    import('../features/users/add-user.tsx').then((m) => m.AddUserScreen),
  ),
  screen(
    '/project/settings/users/:id/information',
    'projectSettingsUsersInformation',
    'User information',
    'Benutzerinformationen',
    () => import('../features/users/user-screens.tsx').then((m) => m.UserInformationScreen),
  ),
  screen(
    '/project/settings/users/:id/access-data',
    'projectSettingsUsersAccessData',
    'Access data',
    'Zugangsdaten',
    () => import('../features/users/user-screens.tsx').then((m) => m.UserAccessDataScreen),
  ),
  screen('/project/settings/plugins', 'projectSettingsPlugins', 'Plugins', 'Plugins', () =>
    import('../features/plugins/project-plugins.tsx').then((m) => m.ProjectPluginsScreen),
  ),
  screen('/project/settings/email', 'projectSettingsEmail', 'Email recipients', 'E-Mail-Empfänger', () =>
    import('../features/mail-recipients/mail-recipients.tsx').then((m) => m.MailRecipientsScreen),
  ),
  screen(
    '/project/settings/email/:id',
    'projectSettingsEmailDetail',
    'Email recipient',
    'E-Mail-Empfänger bearbeiten',
    () => import('../features/mail-recipients/mail-recipients.tsx').then((m) => m.MailRecipientScreen),
  ),
  screen(
    '/project/settings/emailSettings',
    'projectSettingsEmailSettings',
    'Email settings',
    'E-Mail-Einstellungen',
    () => import('../features/mail-settings/project-email-settings.tsx').then((m) => m.ProjectEmailSettingsScreen),
  ),
  screen('/project/settings/loginSecurity', 'projectSettingsLoginSecurity', 'Login security', 'Anmeldesicherheit', () =>
    import('../features/users/login-security.tsx').then((m) => m.LoginSecurityScreen),
  ),
  screen('/project/settings/config', 'projectSettingsConfig', 'Configuration values', 'Konfigurationswerte', () =>
    import('../features/config-values/config-values.tsx').then((m) => m.ConfigValuesScreen),
  ),
  screen(
    '/project/settings/config/create',
    'projectSettingsConfigCreate',
    'Create configuration value',
    'Konfigurationswert anlegen',
    () => import('../features/config-values/config-value.tsx').then((m) => m.ConfigValueCreateScreen),
  ),
  screen(
    '/project/settings/config/:configId',
    'projectSettingsConfigDetail',
    'Configuration value',
    'Konfigurationswert',
    () => import('../features/config-values/config-value.tsx').then((m) => m.ConfigValueScreen),
  ),
  screen('/project/settings/workflowToken', 'projectSettingsWorkflowToken', 'Workflow tokens', 'Workflow-Token', () =>
    import('../features/workflow-tokens/workflow-tokens.tsx').then((m) => m.WorkflowTokensScreen),
  ),
  screen(
    '/project/settings/workflowToken/create',
    'projectSettingsWorkflowTokenCreate',
    'Create workflow token',
    'Workflow-Token anlegen',
    () => import('../features/workflow-tokens/workflow-token.tsx').then((m) => m.WorkflowTokenCreateScreen),
  ),
  screen(
    '/project/settings/workflowToken/:tokenId',
    'projectSettingsWorkflowTokenDetail',
    'Workflow token',
    'Workflow-Token bearbeiten',
    () => import('../features/workflow-tokens/workflow-token.tsx').then((m) => m.WorkflowTokenScreen),
  ),
  later('/project/settings/changeBatches', 'projectSettingsChangeBatches', 'Change batches', 'Änderungspakete'),
  later(
    '/project/settings/data-structure',
    'projectSettingsDataStructure',
    'Data structure settings',
    'Datenstruktur-Einstellungen',
  ),
  screen('/project/settings/extensions', 'projectSettingsExtensions', 'Extensions', 'Erweiterungen', () =>
    import('../features/extensions/project-extensions.tsx').then((m) => m.ProjectExtensionsScreen),
  ),
  screen('/project/settings/roles', 'projectSettingsRoles', 'Roles', 'Rollen', () =>
    import('../features/roles/roles.tsx').then((m) => m.RolesScreen),
  ),
  screen(
    '/project/settings/service-accounts',
    'projectSettingsServiceAccounts',
    'Service accounts',
    'Dienstkonten',
    () => import('../features/service-accounts/service-accounts.tsx').then((m) => m.ServiceAccountsScreen),
  ),
  screen('/project/settings/resources', 'projectSettingsResources', 'Resources', 'Ressourcen', () =>
    import('../features/resources/resources.tsx').then((m) => m.ResourcesScreen),
  ),
  screen('/project/settings/components', 'projectSettingsComponents', 'Components', 'Komponenten', () =>
    import('../features/elements/components.tsx').then((m) => m.ComponentSettingsScreen),
  ),
]
