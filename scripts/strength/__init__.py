"""How strong the opponents are: tasks that are played bit by bit, and the page that tells what came out."""
