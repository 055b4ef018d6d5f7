CREATE TABLE `rehearsed_access` (
	`side` integer NOT NULL,
	`who` text NOT NULL,
	`kind` text NOT NULL,
	`target` text NOT NULL,
	`actions` integer NOT NULL
);
