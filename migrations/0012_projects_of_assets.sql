-- Assets from before they named their project.
UPDATE `assets` SET `project_id` = (SELECT min(`p`.`id`) FROM `projects` `p` WHERE `p`.`organization_id` = `assets`.`organization_id`) WHERE `project_id` IS NULL;
