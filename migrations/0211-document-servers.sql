-- Documents of tenants lie on MongoDB, too; what speaks as MongoDB does not always keep users from each other's databases.
alter table database_servers drop constraint database_servers_engine_check;
alter table database_servers add constraint database_servers_engine_check check (engine in ('postgres', 'mysql', 'mongodb'));
alter table database_server_health add column separates_users boolean;
