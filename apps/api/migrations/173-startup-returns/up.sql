-- Whether a return took all that was unused (PRODUCT §9). Only that ends the grant: after a part of it, the rest can be placed
-- until it expires, and what plans bring back is the customer's to place. Until now each return ended it.
alter table startup.returns add column takes_all boolean not null default true;
alter table startup.returns alter column takes_all drop default;
alter table startup.returns add constraint returns_at_the_end_are_of_all check (takes_all or cause = 'returned');
