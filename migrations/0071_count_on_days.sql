CREATE TABLE `day_counters` (
	`name` text PRIMARY KEY NOT NULL,
	`day` integer NOT NULL,
	`count` integer NOT NULL
);
