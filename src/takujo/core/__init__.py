"""What every game needs: records, compiled rules, chance, events, views and the checked door."""
