-- Whether the database is as new as the program is asked by the application, too.
grant select on migrations to weft_app;
